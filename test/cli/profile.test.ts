import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from '@recado/cli/io'
import { type Given, readProfile } from '@recado/cli/profile'
import { type Test, test } from 'tap'

const HERE = 'http://127.0.0.1:8080/api/v1'
const ELSEWHERE = 'https://recado.example/api/v1'
const OF_THE_FILE = 'rcd_live_of_the_file'
const SECOND = 'rcd_live_second_of_the_file'

/** A folder with a demo file, as somebody else may have made it. @returns the profile of a command that runs in it */
async function folderOf(t: Test, demo: object = {}, profiles: object = {}) {
  const cwd = t.testdir({ below: {}, recado: {}, '.recado': {} })
  const account = (api_key: string) => ({ id: 'one', api_key, connections: [] })
  const accounts = [account(OF_THE_FILE), account(SECOND)]
  const file = { base_url: HERE, accounts, operator: { token: 'own-token' }, ...demo }
  await writeFile(join(cwd, '.recado', 'demo.json'), JSON.stringify(file))
  await writeFile(join(cwd, 'recado', 'config.json'), JSON.stringify({ profiles }))
  return {
    read: (env: Record<string, string>, given: Given = {}, at = '.') =>
      readProfile(given, { env: { XDG_CONFIG_HOME: cwd, ...env }, cwd: join(cwd, at) }),
    folder: join(cwd, '.recado'),
  }
}

const env = { RECADO_API_KEY: 'rcd_live_env', RECADO_OPERATOR_TOKEN: 'env-token' }

test('a key of the environment does not go where a file in the folder says', async (t) => {
  const { read, folder } = await folderOf(t)
  for (const found of [
    await read(env),
    await read(env, {}, 'below'),
    await read({ ...env, RECADO_DATA_DIR: folder }, {}, '/'),
  ]) {
    t.match(found, { baseUrl: HERE, apiKey: null, operatorToken: null })
    t.match(found.said, { apiKey: /RECADO_API_KEY is not sent .*RECADO_BASE_URL/ })
    t.match(found.said, { operatorToken: /RECADO_OPERATOR_TOKEN is not sent .*RECADO_BASE_URL/ })
  }
  const credentials = { apiKey: 'rcd_live_env', operatorToken: 'env-token' }
  const named = await read({ ...env, RECADO_BASE_URL: ELSEWHERE })
  t.match(named, { ...credentials, baseUrl: ELSEWHERE, demo: null })
  t.match(await read(env, { baseUrl: ELSEWHERE }), { ...credentials, baseUrl: ELSEWHERE })
  t.match(await read(env, { baseUrl: HERE }), { ...credentials, baseUrl: HERE })
})

test('a key of the environment does not go to a server of a profile, or to the default one', async (t) => {
  const kept = { api_key: 'rcd_live_kept', base_url: ELSEWHERE }
  const { read } = await folderOf(t, {}, { default: kept, other: { ...kept, base_url: HERE } })
  t.match(await read(env), { baseUrl: ELSEWHERE, apiKey: null, operatorToken: null })
  t.match(await read({}), { baseUrl: ELSEWHERE, apiKey: 'rcd_live_kept' })
  t.match(await read({}, { apiKey: 'rcd_live_given' }), { apiKey: 'rcd_live_given' })
  t.match(await read(env, { profile: 'other' }), { baseUrl: HERE, apiKey: 'rcd_live_kept' })
  const nothing = await readProfile({}, { env: { ...env, XDG_CONFIG_HOME: '/none' }, cwd: '/' })
  t.match(nothing, { baseUrl: HERE, apiKey: null, operatorToken: null })
})

test('a demo file gives its own key to its own server, and takes no other', async (t) => {
  const { read } = await folderOf(t)
  const found = await read({})
  t.match(found, { baseUrl: HERE, apiKey: OF_THE_FILE, operatorToken: 'own-token' })
  t.match(await read({}, { apiKey: SECOND }), { apiKey: SECOND })
  t.match(await read({ RECADO_API_KEY: SECOND }), { apiKey: SECOND })
  t.match(await read({}, { apiKey: 'rcd_live_given' }), { apiKey: null })
  t.equal(found.withheld(SECOND), null)
  t.match(found.withheld('rcd_live_given'), /not sent/, 'as recado login is given one')
})

test('a demo file counts only with servers of this machine', async (t) => {
  const away = ['https://evil.example/api/v1', 'http://127.0.0.1.evil.example/api/v1']
  const odd = ['http://127.0.0.1@evil.example/api/v1', 'http://localhost.evil.example/api/v1']
  for (const base_url of [
    ...away,
    ...odd,
    'http://0.0.0.0:8080/api/v1',
    'http://10.0.0.1/api/v1',
  ]) {
    const { read } = await folderOf(t, { base_url })
    await t.rejects(read({}), UsageError, base_url)
    await t.rejects(read(env), /demo\.json names a server that is not on this machine/, base_url)
    // Neither does its key go to the server that somebody uses: what they send would be in its account.
    t.match(await read({}, { baseUrl: base_url }), { apiKey: null, operatorToken: null })
  }
  const simulators = { graph: 'http://evil.example' }
  const { read } = await folderOf(t, { simulators })
  await t.rejects(read({}), UsageError, 'nor with a simulator elsewhere')
  t.match(await read({ RECADO_BASE_URL: HERE }), { demo: null, apiKey: null })
  for (const base_url of [
    'http://localhost:1/api/v1',
    'http://[::1]:1/api/v1',
    'http://127.9.9.9/',
  ])
    t.match(await (await folderOf(t, { base_url })).read({}), { apiKey: OF_THE_FILE })
})
