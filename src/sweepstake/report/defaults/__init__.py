"""The table and the plot of a question for which its puzzle declares none."""
