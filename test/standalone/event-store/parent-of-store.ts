import { runStore } from '../../kit/event-store.ts'

// Starts a store, says its process id, and waits to be killed by the test.
const { child } = await runStore(process.argv[2] ?? '', 0)
process.stdout.write(`${JSON.stringify({ pid: child.pid })}\n`)
