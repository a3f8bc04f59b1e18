import { runStore } from '../kit/event-store.ts'

// Starts a store, prints its process id, and waits until the test kills it.
const { child } = await runStore(process.argv[2] ?? '', 0)
process.stdout.write(`${JSON.stringify({ pid: child.pid })}\n`)
