import { cpuSeconds } from './cpu.ts'
import { note } from './notes.ts'

// Loaded before each test file of a run (`run-files.ts`): notes what the file has cost when its process ends.

const built = process.argv[1] ?? ''
const name = built.replace(/^.*\.built\/test\//, '').replace(/(\/all)?\.test\.js$/, '')
// The programs that a test starts inherit this module; their time is in the test's.
if (built.endsWith('.test.js'))
  process.once('exit', () => note({ kind: 'file', name, cpu: cpuSeconds('self') }))
