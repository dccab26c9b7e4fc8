"""What is compared with what, and how strongly two methods agree."""
