"""Checks that a results folder is as a run left it: no changed files, no links out of it."""
