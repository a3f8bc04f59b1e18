import { readFile } from 'node:fs/promises'
import { readConfig, SETTING_NAMES } from '@recado/infra/config'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { test } from 'tap'
import { parse } from 'yaml'
import { NEEDED_SETTINGS } from '../kit/needed-settings.ts'

const ROOT = new URL('../../', import.meta.url)
const read = (path: string) => readFile(new URL(path, ROOT), 'utf8')

type Service = {
  readonly environment?: Readonly<Record<string, string>>
  readonly env_file?: string
}
type Compose = { readonly services: Readonly<Record<string, Service>> }

const compose: Compose = parse(await read('docker-compose.yml'), { merge: true })
const example = await read('.env.example')
/** What `.env.example` names, commented out or not. */
const offered = [...example.matchAll(/^#? ?([A-Z_]+)=/gm)].map(([, name]) => String(name))
const PROCESSES = ['command-api', 'query-api', 'projectors']

test('docker-compose.yml is a compose file', async (t) => {
  const ajv = new Ajv2019({ strict: false, validateFormats: false })
  const schema = JSON.parse(await read('test/schemas/compose-spec.json'))
  const isValid = ajv.compile(schema)
  // Whatever begins with x- is for the file itself.
  const { 'x-process': _own, ...file } = compose as unknown as Record<string, unknown>
  t.ok(isValid(file), JSON.stringify(isValid.errors))
})

test('what the files name is a setting, and every setting can be set', async (t) => {
  for (const name of PROCESSES) {
    const { environment = {}, env_file } = compose.services[name] ?? {}
    t.equal(env_file, '.env', `${name} has every setting of .env`)
    for (const key of Object.keys(environment))
      t.ok(SETTING_NAMES.includes(key), `${key} of ${name} is a setting`)
  }
  const given = Object.keys(compose.services['command-api']?.environment ?? {})
  const missing = SETTING_NAMES.filter((name) => !offered.includes(name) && !given.includes(name))
  t.same(missing, [], 'no setting is left out')
  const inFile = [...(await read('docker-compose.yml')).matchAll(/\$\{([A-Z_]+)/g)]
  const asked = new Set(inFile.map(([, name]) => String(name)))
  const unknown = offered.filter((name) => !SETTING_NAMES.includes(name) && !asked.has(name))
  t.same(unknown, [], 'nothing in .env.example is for nobody')
  const unsaid = [...asked].filter((name) => !offered.includes(name) && !given.includes(name))
  t.same(unsaid, [], 'every variable of the file is explained')
})

test('a value that .env.example shows is the one that holds without it', async (t) => {
  const shown = [...example.matchAll(/^# ([A-Z_]+)=(.*)$/gm)]
    .filter(([, name]) => SETTING_NAMES.includes(String(name)))
    .map(([, name, value]) => [name, value])
  t.same(
    readConfig({ ...Object.fromEntries(shown), ...NEEDED_SETTINGS }),
    readConfig(NEEDED_SETTINGS),
  )
})
