import { attack, attacks } from './attacks.ts'

// Attacks from its own process, so that it takes no time from the measured ones. Arguments: attack number, port, addresses.

const [, , which, port, ...from] = process.argv
const chosen = attacks[Number(which)]
if (chosen === undefined) throw new Error('there is no such attack')
const ending = new AbortController()
process.once('SIGTERM', () => ending.abort())
const attacking = attack(chosen, { port: Number(port), from }, ending.signal)
process.stdout.write('attacking\n')
await attacking
process.exit(0)
