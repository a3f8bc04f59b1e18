import type { Io } from './io.ts'
import { plain } from './plain.ts'

/** Programs of the operator, which have their own options and speak to the log itself. */
export const TOOLS: Readonly<Record<string, string>> = {
  audit: 'prove the log: signatures, and each fact against what was posted (--help)',
  export: 'write the log as Parquet or NDJSON for analysts (--help)',
}

/** Whether the word names one of them. */
export function isTool(name: string): boolean {
  return Object.hasOwn(TOOLS, name)
}

type Tool = (console: {
  readonly args: readonly string[]
  readonly env: Io['env']
  print(line: string): Promise<void>
  tell(line: string): void
}) => Promise<number>

/** Runs it in this process. @returns its exit code: 2 not understood, 3 could not go on */
export async function runTool(name: string, args: readonly string[], io: Io): Promise<number> {
  const { UsageError, FAILED } = await import('@recado/tools/run-tool')
  const { env, tell } = io
  try {
    const tool = await toolNamed(name, io)
    return await tool({ args, env, tell, print: (line) => io.write(`${line}\n`) })
  } catch (error) {
    tell(plain(error instanceof UsageError ? error.message : `cannot go on: ${String(error)}`))
    return error instanceof UsageError ? 2 : FAILED
  }
}

/** Loaded only now: they bring the event store's client along. */
async function toolNamed(name: string, io: Io): Promise<Tool> {
  if (name === 'audit') return (await import('@recado/tools/audit/audit-command')).auditCommand
  const { exportTool } = await import('@recado/tools/export/export-tool')
  return (console) => exportTool(console, io.untilInterrupted())
}
