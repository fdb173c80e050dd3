"""Reviews on a server: computed one after the other in a process of their own, so that no table waits."""
