"""The table: wall and luck, actions and events, the state, what is legal, views, records, matches.

Modules here are named as what is in them (`apply`, `match`, `view`), so no names are handed on. What most
programs need comes by `from wuyi import Match, acting, legal_actions, apply, view`, and the rest from

action, event       what a seat does, and what happens: a struct each
luck, wall          chance as a public algorithm, and the wall that it builds
state               a hand as it stands, which events move on
legal, apply        what may be done now, and the doing of it
settle              the win, and who pays
match               hands one after another
view, pieces        what one seat may know
advice, explain     what follows from a view: waits, and what each discard leaves
reasons             why something may not be done
suppose             a state as a seat may suppose it
record, frames      a hand written down and checked, and as a film
"""
