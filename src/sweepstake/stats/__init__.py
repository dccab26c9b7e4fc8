"""Statistics of samples: intervals, goodness of fit, summaries."""
