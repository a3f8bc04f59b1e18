import type { Note } from './notes.ts'

/** How many of the dearest files a report names. */
const DEAREST = 15
/** How many of the longest waits a report names. */
const MAX_WAITS = 10

/** What a run has cost, as lines to print. @param step seconds of processor time of each step of the run */
export function report(steps: ReadonlyMap<string, number>, notes: readonly Note[]): string[] {
  const servers = notes.filter((note) => note.kind === 'server')
  const total = sum([...steps.values()]) + sum(servers.map(({ cpu }) => cpu))
  return [
    `Processor time: ${seconds(total)} (${(total / 60).toFixed(1)} minutes)`,
    ...[...steps].map(([name, cpu]) => row(cpu, name)),
    ...servers.map(({ name, cpu }) => row(cpu, name)),
    ...dearest(notes),
    ...longWaits(notes),
  ]
}

function dearest(notes: readonly Note[]): string[] {
  const files = notes.filter((note) => note.kind === 'file').sort((a, b) => b.cpu - a.cpu)
  if (files.length === 0) return []
  const rows = files.slice(0, DEAREST).map(({ name, cpu }) => row(cpu, name))
  return [`The dearest of ${files.length} test files:`, ...rows]
}

/** A long wait on an idle machine hides a stall of the product, or of the test. */
function longWaits(notes: readonly Note[]): string[] {
  const waits = notes.filter((note) => note.kind === 'wait').sort((a, b) => b.seconds - a.seconds)
  if (waits.length === 0) return []
  const rows = waits
    .slice(0, MAX_WAITS)
    .map((wait) => row(wait.seconds, `${wait.name}: ${wait.where}`))
  return [`Waits of more than 5 s: ${waits.length}`, ...rows]
}

const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0)
const seconds = (value: number) => `${value.toFixed(1)} s`
const row = (cpu: number, name: string) => `  ${seconds(cpu).padStart(9)}  ${name}`
