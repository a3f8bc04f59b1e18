import { type Rotated, rotateVault } from '@recado/infra/vault/rotate-vault'
import { parseOptions } from '../parse-options.ts'
import { type Console, FAILED } from '../run-tool.ts'
import { toolConfig } from '../tool-config.ts'

const USAGE = `npm run vault:rotate -- [--lost]

Encrypts every secret of the vault anew with VAULT_KEY; VAULT_KEY_BEFORE is the previous key. Every process must have both
keys already, since new secrets are encrypted with the new one only. After an interruption run the same command again. At the
end it reads every row with the new key alone, and prints how many there are.
--lost: continue although some secrets open with neither key; store them again by operator commands.
Exit code 0: everything is under the new key; 1: something is not; 2: wrong options; 3: could not finish.`

/** Required settings that this tool does not use. */
const UNUSED = { EVENTSTORE_URL: 'esdb://unused', DATABASE_URL: 'postgres://unused' }
const MAX_PRINTED = 20

/** @param signal interrupts it; a further run continues @returns the exit code @throws UsageError */
export async function rotateTool(console: Console, signal: AbortSignal): Promise<number> {
  const { args, env, print, note } = console
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
    onProgress: (rows) => note(`${rows} rows encrypted anew`),
  })
  return report(rotated, console)
}

async function report(rotated: Rotated, { print, note }: Console): Promise<number> {
  const { outcome, underNew, others } = rotated
  if (outcome === 'refused') {
    printReferences(others, note)
    note('these open with neither key; set VAULT_KEY_BEFORE, or use --lost. Nothing was changed')
    return 1
  }
  if (outcome === 'interrupted') {
    note('interrupted; run the same command again to continue')
    return FAILED
  }
  printReferences(others, note)
  await print(`${underNew} rows under the new key, ${others.length} under any other`)
  return others.length === 0 ? 0 : 1
}

function printReferences(references: readonly string[], note: Console['note']): void {
  for (const reference of references.slice(0, MAX_PRINTED)) note(`does not open: ${reference}`)
  const more = references.length - MAX_PRINTED
  if (more > 0) note(`and ${more} more`)
}
