import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { readConfig, SETTING_NAMES } from '@recado/infra/config'
import { WORKERS } from '@recado/projectors/parts'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { test } from 'tap'
import { parse } from 'yaml'
import { NEEDED_SETTINGS } from '../kit/needed-settings.ts'
import { CANNOT_RENDER, renderedCompose } from './rendered-compose.ts'

/** Connections of one process to the vault. */
const VAULT_POOL = 4

const ROOT = new URL('../../', import.meta.url)
const read = (path: string) => readFile(new URL(path, ROOT), 'utf8')

/** With an image of KurrentDB, as docs/operations.md says. */
const KURRENT = {
  EVENTSTORE_IMAGE: 'kurrentplatform/kurrentdb:26.0.3',
  EVENTSTORE_FOLDER: '/var/lib/kurrentdb',
}

type Service = {
  readonly environment?: Readonly<Record<string, string>>
  readonly env_file?: string
  readonly command?: string | readonly string[]
  readonly volumes?: readonly string[]
}
type Compose = { readonly services: Readonly<Record<string, Service>> }

const PRODUCTS = ['docker-compose.yml', 'docker-compose.cluster.yml']
/** An addition to either product file. */
const WATCH = 'docker-compose.watch.yml'
const FILES = [...PRODUCTS, WATCH]
const texts = new Map(
  await Promise.all(FILES.map(async (file) => [file, await read(file)] as const)),
)
const files = new Map(
  [...texts].map(([name, text]) => [name, parse(text, { merge: true }) as Compose]),
)
const example = await read('.env.example')
/** The variables in `.env.example`, commented out or not. */
const offered = [...example.matchAll(/^#? ?([A-Z_]+)=/gm)].map(([, name]) => String(name))
/** The variables that a file uses. */
const askedBy = (text: string) =>
  [...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => String(name))

/** The services that run a process of Recado. */
function processesOf({ services }: Compose): (readonly [string, Service])[] {
  return Object.entries(services).filter(([, { env_file }]) => env_file !== undefined)
}

/** The services without a profile. */
function alwaysThere(compose: Compose | undefined): string[] {
  const services = Object.entries(compose?.services ?? {})
  return services.flatMap(([name, of]) => ('profiles' in of ? [] : [name])).sort()
}

for (const [name, compose] of files) {
  test(`${name} is a valid compose file`, async (t) => {
    const ajv = new Ajv2019({ strict: false, validateFormats: false })
    const isValid = ajv.compile(JSON.parse(await read('test/schemas/compose-spec.json')))
    // Keys that begin with x- belong to the file itself.
    const entries = Object.entries(compose).filter(([key]) => !key.startsWith('x-'))
    t.ok(isValid(Object.fromEntries(entries)), JSON.stringify(isValid.errors))
  })

  test(`${name} sets only existing settings, and every setting can be set`, async (t) => {
    const processes = processesOf(compose)
    for (const program of name === WATCH ? [] : ['command-api', 'query-api', 'projectors'])
      t.ok(
        processes.some(([, { command }]) => command?.includes(`${program}.mjs`)),
        program,
      )
    for (const [service, { environment = {}, env_file }] of processes) {
      t.equal(env_file, '.env', `${service} has every setting of .env`)
      for (const [key, value] of Object.entries(environment))
        if (value !== '') t.ok(SETTING_NAMES.includes(key), `${key} of ${service} is a setting`)
      const given = [...offered, ...Object.keys(environment)]
      t.same(
        SETTING_NAMES.filter((setting) => !given.includes(setting)),
        [],
        'no setting is missing',
      )
    }
    const known = [...offered, ...Object.keys(processes[0]?.[1].environment ?? {})]
    const unsaid = askedBy(texts.get(name) ?? '').filter((asked) => !known.includes(asked))
    t.same(unsaid, [], 'every variable of the file is explained')
  })

  test(`every path that ${name} mounts exists`, async (t) => {
    const mounted = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes)
    for (const [path = ''] of mounted.map((volume) => volume.split(':')))
      if (path.startsWith('./')) t.ok(existsSync(new URL(path, ROOT)), path)
  })
}

test('every variable in .env.example is used', async (t) => {
  const asked = [...texts.values()].flatMap(askedBy)
  t.same(
    offered.filter((name) => !SETTING_NAMES.includes(name) && !asked.includes(name)),
    [],
  )
})

test('every setting is in .env.example', async (t) => {
  t.same(
    SETTING_NAMES.filter((name) => !offered.includes(name)),
    [],
  )
})

test('the gateway of freemium connections does not start without a key', async (t) => {
  const services = files.get('docker-compose.yml')?.services as Record<string, object>
  const { entrypoint } = services['waha-key'] as { entrypoint: string[] }
  t.match(services.waha, { depends_on: { 'waha-key': {} } })
  const [shell = '', ...args] = entrypoint.map((word) => word.replaceAll('$$', '$'))
  const runs = (WAHA_API_KEY: string) =>
    promisify(execFile)(shell, args, { env: { PATH: process.env.PATH, WAHA_API_KEY } })
  await t.rejects(runs(''), /set WAHA_API_KEY/)
  await t.resolves(runs('key'))
})

test('a process gets no password that it does not need', async (t) => {
  const passwords = offered.filter((name) => name.endsWith('_PASSWORD'))
  t.ok(passwords.length > 5)
  for (const name of PRODUCTS)
    for (const [service, { environment = {} }] of processesOf(files.get(name) ?? { services: {} }))
      for (const password of passwords) {
        const isShown = Object.values(environment).some((value) => value.includes(`{${password}`))
        if (!isShown) t.equal(environment[password], '', `${name}: ${password} of ${service}`)
      }
})

test('the cluster has two copies of each process, and two or three of each server', async (t) => {
  const services = Object.keys(files.get('docker-compose.cluster.yml')?.services ?? {})
  const copies = (name: string) => services.filter((one) => one.startsWith(name)).length
  for (const name of ['command-api', 'query-api', 'projectors', 'postgres'])
    t.equal(copies(name), 2, name)
  for (const name of ['eventstore', 'nats']) t.equal(copies(name), 3, name)
})

test('the gateway of each file forwards to every copy of both APIs', async (t) => {
  const conf = await read('deploy/nginx.conf')
  for (const name of PRODUCTS) {
    const compose = files.get(name) ?? { services: {} }
    const { gateway } = compose.services
    const steps = [...String(gateway?.command?.at(-1)).matchAll(/s\/([^/]+)\/([^/]+)\//g)]
    const changed = steps.reduce((text, [, from = '', to = '']) => {
      t.ok(text.includes(from), `${from} is in deploy/nginx.conf`)
      return text.replace(from, to)
    }, conf)
    t.notMatch(changed, /server 127\.0\.0\.1/, name)
    for (const [service] of processesOf(compose).filter(([one]) => one.includes('api')))
      t.ok(changed.includes(`server ${service}:8080;`), `${name}: ${service}`)
  }
})

test('a restored log belongs to the user that the nodes run as', async (t) => {
  for (const name of PRODUCTS) {
    const { environment } = files.get(name)?.services['log-restore'] ?? {}
    t.equal(environment?.OWNER, '1000:1000', name)
  }
})

test('the gateway resolves each API again when its address changes', async (t) => {
  for (const name of PRODUCTS) {
    const compose = files.get(name) ?? { services: {} }
    const command = String(compose.services.gateway?.command?.at(-1))
    const followed = /gateway\.sh (.*)$/.exec(command)?.[1]?.split(' ')
    const apis = processesOf(compose).flatMap(([one]) => (one.includes('api') ? [one] : []))
    t.same(followed, apis, name)
  }
})

test('Postgres allows enough connections for all processes of the cluster, also during an upgrade', async (t) => {
  const { services = {} } = files.get('docker-compose.cluster.yml') ?? {}
  const names = Object.keys(services)
  const count = (of: string) => names.filter((name) => name.startsWith(of)).length
  const { DATABASE_POOL } = readConfig(NEEDED_SETTINGS)
  const each = DATABASE_POOL + VAULT_POOL
  // For each worker one process leads and the others stand by; each has a connection of its own for that.
  const projectors = each + Object.keys(WORKERS).length
  const needed =
    (count('command-api') + count('query-api')) * each + 2 * count('projectors') * projectors
  const given = (text: unknown) => Number(/max_connections=(\d+)/.exec(String(text))?.[1])
  t.ok(given(services.postgres?.command) > needed, `${needed} are needed`)
  t.equal(
    Number(services['postgres-standby']?.environment?.CONNECTIONS),
    given(services.postgres?.command),
  )
})

test('docker-compose accepts both files', { skip: CANNOT_RENDER }, async (t) => {
  for (const name of PRODUCTS) {
    const rendered = await renderedCompose(t, [name, WATCH])
    const expected = [...alwaysThere(files.get(name)), ...alwaysThere(files.get(WATCH))]
    t.same(alwaysThere(rendered as Compose), expected.sort(), name)
  }
})

test('every use of the event store takes the image of KurrentDB, and its folder', {
  skip: CANNOT_RENDER,
}, async (t) => {
  for (const name of PRODUCTS) {
    const rendered = (await renderedCompose(t, [name], KURRENT)) as Compose
    t.notMatch(JSON.stringify(rendered), /eventstore\/eventstore|\/var\/lib\/eventstore/, name)
    const nodes = Object.values(rendered.services).filter(
      ({ environment }) => environment?.EVENTSTORE_DB === KURRENT.EVENTSTORE_FOLDER,
    )
    t.equal(nodes.length, name === 'docker-compose.yml' ? 1 : 3)
    for (const { volumes = [] } of nodes) t.match(volumes[0], `:${KURRENT.EVENTSTORE_FOLDER}`)
  }
})

test('a value shown in .env.example is the default', async (t) => {
  const shown = [...example.matchAll(/^# ([A-Z_]+)=(.*)$/gm)]
    .filter(([, name]) => SETTING_NAMES.includes(String(name)))
    .map(([, name, value]) => [name, value])
  t.same(
    readConfig({ ...Object.fromEntries(shown), ...NEEDED_SETTINGS }),
    readConfig(NEEDED_SETTINGS),
  )
})
