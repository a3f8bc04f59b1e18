import type { Io } from './io.ts'
import { plain } from './plain.ts'

/** Programs of the operator that parse their own options and read the log directly. */
export const TOOLS: Readonly<Record<string, string>> = {
  audit: 'prove the log: signatures, and each fact against what was posted (--help)',
  export: 'write the log as Parquet or NDJSON for analysts (--help)',
}

export function isTool(name: string): boolean {
  return Object.hasOwn(TOOLS, name)
}

type Tool = (console: {
  readonly args: readonly string[]
  readonly env: Io['env']
  print(line: string): Promise<void>
  note(line: string): void
}) => Promise<number>

/** Runs a tool in this process. @returns its exit code: 2 wrong usage, 3 could not finish */
export async function runTool(name: string, args: readonly string[], io: Io): Promise<number> {
  const { UsageError, FAILED } = await import('@recado/tools/run-tool')
  const { env, tell } = io
  try {
    const tool = await toolNamed(name, io)
    return await tool({ args, env, note: tell, print: (line) => io.write(`${line}\n`) })
  } catch (error) {
    tell(plain(error instanceof UsageError ? error.message : `cannot go on: ${String(error)}`))
    return error instanceof UsageError ? 2 : FAILED
  }
}

/** Loads a tool on demand: tools import the client of the event store. */
async function toolNamed(name: string, io: Io): Promise<Tool> {
  if (name === 'audit') return (await import('@recado/tools/audit/audit-command')).auditCommand
  const { exportTool } = await import('@recado/tools/export/export-tool')
  return (console) => exportTool(console, io.untilInterrupted())
}
