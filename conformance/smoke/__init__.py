"""Smoke: is the adapter right, whatever the engine behind it does?"""
