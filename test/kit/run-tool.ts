import type { Config } from '@recado/infra/config'
import type { Console } from '@recado/tools/run-tool'

/** What a tool did: its exit code, and the lines it printed and told. */
export type ToolRun = {
  readonly code: number
  readonly lines: readonly string[]
  readonly told: readonly string[]
}

/** Runs a tool of the operator's over the servers of a product. */
export async function runTool(
  tool: (console: Console) => Promise<number>,
  config: Config,
  ...args: string[]
): Promise<ToolRun> {
  const lines: string[] = []
  const told: string[] = []
  const code = await tool({
    args,
    env: environmentOf(config),
    print: async (line) => void lines.push(line),
    note: (line) => void told.push(line),
  })
  return { code, lines, told }
}

/** The settings that tools read, as a person would give them. */
export function environmentOf(config: Config): Record<string, string> {
  const { EVENTSTORE_URL, DATABASE_URL, VAULT_URL, VAULT_KEY } = config
  return {
    ...{ EVENTSTORE_URL, DATABASE_URL, VAULT_URL, VAULT_KEY: VAULT_KEY.toString('base64') },
    WHATSAPP_APP_SECRET: config.WHATSAPP_APP_SECRET ?? '',
    WAHA_HMAC_KEY: config.WAHA_HMAC_KEY ?? '',
    // Nothing runs there.
    RECADO_DATA_DIR: '/nonexistent',
  }
}
