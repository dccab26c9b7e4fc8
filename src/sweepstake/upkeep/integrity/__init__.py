"""Is a results folder as a run left it: no file changed, and no link that leads out of it?"""
