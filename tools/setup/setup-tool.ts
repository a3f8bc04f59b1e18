import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { type Console, UsageError } from '../run-tool.ts'

const USAGE = `npm run setup -- .env

Writes a file of settings with fresh secrets, for docker compose and for processes without it: .env.example, with every
password and key filled in. It never writes over a file: what VAULT_KEY has sealed cannot be read without it.
Exit code 0: written; 2: wrong options, or the file exists; 3: could not finish.`

const EXAMPLE = new URL('../../.env.example', import.meta.url)

/** The secrets that this tool can make up, each as `.env.example` says. Passwords become parts of URLs. */
const SECRETS: readonly (readonly [name: RegExp, make: () => string])[] = [
  [/^VAULT_KEY$/, () => randomBytes(32).toString('base64')],
  [
    /_PASSWORD$|^OPERATOR_TOKEN$|^WHATSAPP_VERIFY_TOKEN$|^WAHA_(API|HMAC)_KEY$/,
    () => randomBytes(24).toString('hex'),
  ],
]

/** The settings that this tool cannot know. */
const NEXT_STEPS = `Fill in the rest there:
- PUBLIC_URL: the address at which clients, and Meta, reach Recado.
- WHATSAPP_APP_SECRET: from the app's page at Meta, if its webhook leads to /hooks/whatsapp. Give Meta WHATSAPP_VERIFY_TOKEN.
- WAHA_URL: if a WAHA gateway is to serve freemium connections. It takes WAHA_API_KEY and WAHA_HMAC_KEY.
Without containers also EVENTSTORE_URL, DATABASE_URL, VAULT_URL and NATS_URL: see docs/operations.md.`

/** @returns the exit code @throws UsageError */
export async function setupTool({ args, print, note }: Console): Promise<number> {
  const [path = '', ...others] = args
  if (path === '--help') {
    await print(USAGE)
    return 0
  }
  if (path === '' || path.startsWith('-') || others.length > 0) throw new UsageError(USAGE)
  const text = withSecrets(await readFile(EXAMPLE, 'utf8'))
  await writeFile(path, text, { flag: 'wx', mode: 0o600 }).catch(refuseExisting(path))
  note(`${path} is written; only you can read it. Keep a copy of its VAULT_KEY elsewhere.`)
  await print(NEXT_STEPS)
  return 0
}

/** The example with every secret filled in, those of commented-out lines too. */
function withSecrets(example: string): string {
  return example.replace(/^(?:# )?([A-Z_]+)=$/gm, (line, name: string) => {
    const make = SECRETS.find(([names]) => names.test(name))?.[1]
    return make === undefined ? line : `${name}=${make()}`
  })
}

function refuseExisting(path: string) {
  return (error: NodeJS.ErrnoException): never => {
    if (error.code !== 'EEXIST') throw error
    throw new UsageError(
      `${path} exists, and holds keys that cannot be made again: name another file`,
    )
  }
}
