import { type Rotated, rotateVault } from '@recado/infra/vault/rotate-vault'
import { parseOptions } from '../parse-options.ts'
import { type Console, FAILED } from '../run-tool.ts'
import { toolConfig } from '../tool-config.ts'

const USAGE = `npm run vault:rotate -- [--lost]

Seals every secret of the vault anew under VAULT_KEY; VAULT_KEY_BEFORE is the key before it. Every process must have both
keys already, since none stores under the old one from now on. Interrupted, the same command goes on. It ends with reading
every row under the new key alone, and says how many there are.
--lost: go on although some secrets open under neither key; they must be stored again by operator commands.
Exit code 0: everything is under the new key; 1: something is not; 2: not understood; 3: could not go on.`

/** Settings of the processes that the vault does not need. */
const UNUSED = { EVENTSTORE_URL: 'esdb://unused', DATABASE_URL: 'postgres://unused' }
const MOST_NAMED = 20

/**
 * `npm run vault:rotate`: replaces the master key of the vault.
 * @param signal interrupts it; the same command goes on
 * @returns the exit code
 * @throws UsageError
 */
export async function rotateTool(console: Console, signal: AbortSignal): Promise<number> {
  const { args, env, print, tell } = console
  const options = { lost: { type: 'boolean' }, help: { type: 'boolean' } } as const
  const { lost = false, help } = parseOptions(args, options, USAGE)
  if (help) {
    await print(USAGE)
    return 0
  }
  const config = await toolConfig({ ...env, ...UNUSED })
  const rotated = await rotateVault({
    url: config.VAULT_URL,
    lost,
    signal,
    masterKey: config.VAULT_KEY,
    keyBefore: config.VAULT_KEY_BEFORE,
    onProgress: (rows) => tell(`${rows} rows sealed anew`),
  })
  return report(rotated, console)
}

async function report(rotated: Rotated, { print, tell }: Console): Promise<number> {
  const { outcome, underNew, others } = rotated
  if (outcome === 'refused') {
    named(others, tell)
    tell('these open under neither key; set VAULT_KEY_BEFORE, or use --lost. Nothing was changed')
    return 1
  }
  if (outcome === 'interrupted') {
    tell('interrupted; the same command goes on')
    return FAILED
  }
  named(others, tell)
  await print(`${underNew} rows under the new key, ${others.length} under any other`)
  return others.length === 0 ? 0 : 1
}

function named(references: readonly string[], tell: Console['tell']): void {
  for (const reference of references.slice(0, MOST_NAMED)) tell(`does not open: ${reference}`)
  const more = references.length - MOST_NAMED
  if (more > 0) tell(`and ${more} more`)
}
