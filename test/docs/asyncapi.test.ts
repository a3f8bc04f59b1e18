import { readFile } from 'node:fs/promises'
import specs from '@asyncapi/specs'
import { readSchemas } from '@recado/infra/http/schemas-file'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Ajv, type AnySchemaObject } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { test } from 'tap'
import { EVERY_FACT } from '../examples/every-fact.ts'
import { CHANNELS, problemOfFact, problemOfMessage } from '../kit/channels.ts'

const source = await readFile(new URL('../../docs/asyncapi.json', import.meta.url), 'utf8')
const facts = Object.entries(EVERY_FACT)

test('the document is valid AsyncAPI 3.1', async (t) => {
  // AsyncAPI's schema contains that of JSON Schema.
  const ajv = new Ajv({ strict: false, validateFormats: false, meta: false, validateSchema: false })
  const validate = ajv.compile(specs.schemas['3.1.0'] as AnySchemaObject)
  t.ok(validate(JSON.parse(source)), ajv.errorsText(validate.errors).slice(0, 2_000))
  const config = await createConfig({
    extends: ['recommended-strict'],
    // Access to subjects is configured by the operator of NATS.
    rules: { 'security-defined': 'off' },
  })
  const found = await lintFromString({ source, config })
  t.same(
    found.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
    [],
  )
})

test('every fact has one channel, and its example satisfies the schema of the channel', async (t) => {
  const described = CHANNELS.filter((channel) => channel.startsWith('events.'))
  const types = described.map((channel) => channel.slice(channel.lastIndexOf('.') + 1))
  t.same(types.toSorted(), Object.keys(EVERY_FACT).sort())
  for (const [type, data] of facts) t.equal(problemOfFact({ type, data }), null)
})

test('a fact or a body that differs from its schema is refused', async (t) => {
  const { name: _, ...nameless } = EVERY_FACT.StageAdded
  t.match(
    problemOfFact({ type: 'StageAdded', data: nameless }),
    /must have required property 'name'/,
  )
  const more = { ...EVERY_FACT.StageAdded, more: 1 }
  t.match(problemOfFact({ type: 'StageAdded', data: more }), /must NOT have additional properties/)
  t.match(problemOfFact({ type: 'StageEaten', data: {} }), /not described/)
  t.match(problemOfMessage('whatsapp.message.received', {}), /must have required property 'id'/)
})

test('each schema is complete in itself and accepts its own example', async (t) => {
  const schemas = await readSchemas()
  for (const { name, text } of schemas.values()) {
    const ajv = new Ajv2020({ strict: false })
    formats.default(ajv)
    const schema = JSON.parse(text)
    t.ok(ajv.validate(schema, schema.examples[0]), `${name}: ${ajv.errorsText()}`)
  }
})
