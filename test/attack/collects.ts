import { writeFileSync } from 'node:fs'
import v8 from 'node:v8'
import { runInNewContext } from 'node:vm'

// Loaded by each process of an attacked product: on SIGWINCH, which ends no process, it collects garbage and writes the
// memory that is still in use, in bytes, to a file of MEMORY_DIR with the id of the process. What the process holds of the
// system is no measure of that: allocators give it back late or never.

v8.setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
process.on('SIGWINCH', () => {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  writeFileSync(`${process.env.MEMORY_DIR}/${process.pid}`, String(heapUsed + external))
})
