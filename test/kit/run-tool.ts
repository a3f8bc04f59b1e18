import type { Config } from '@recado/infra/config'
import type { Console } from '@recado/tools/run-tool'

/** The result of a tool: its exit code, the lines it printed, and the messages it wrote for the operator. */
export type ToolRun = {
  readonly code: number
  readonly lines: readonly string[]
  readonly told: readonly string[]
}

/** Runs an operator's tool over the servers of a product. */
export async function runTool(
  tool: (console: Console) => Promise<number>,
  config: Config,
  ...args: string[]
): Promise<ToolRun> {
  const lines: string[] = []
  const told: string[] = []
  const code = await tool({
    args,
    env: toolSettings(config),
    print: async (line) => void lines.push(line),
    note: (line) => void told.push(line),
  })
  return { code, lines, told }
}

/** The settings that tools read, as an operator would set them. */
export function toolSettings(config: Config): Record<string, string> {
  const { EVENTSTORE_URL, DATABASE_URL, VAULT_URL, VAULT_KEY } = config
  return {
    ...{ EVENTSTORE_URL, DATABASE_URL, VAULT_URL, VAULT_KEY: VAULT_KEY.toString('base64') },
    WHATSAPP_APP_SECRET: config.WHATSAPP_APP_SECRET ?? '',
    WAHA_HMAC_KEY: config.WAHA_HMAC_KEY ?? '',
    // No standalone installation has its data there.
    RECADO_DATA_DIR: '/nonexistent',
  }
}
