"""Maintenance of stored results: their status, adoption, removal and integrity."""
