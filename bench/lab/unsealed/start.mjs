import { register } from 'node:module'

// Started before a program of the product (`--import`), for the bench alone: the program then seals nothing.

register('./replace.mjs', import.meta.url)
