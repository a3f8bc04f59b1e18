import { simulateRoutes } from '@recado/command-api/dashboard/simulate/routes'
import { commandRoutes } from '@recado/command-api/routes'
import { examples } from '@recado/contract/examples'
import { Problem } from '@recado/contract/problem'
import { isOptIn } from '@recado/contract/whatsapp-event-names'
import { personalFields, rawFields } from '@recado/domain/personal-fields'
import { dashboardDocument, openapiDocument } from '@recado/infra/http/openapi'
import { dashboardQueryRoutes } from '@recado/query-api/dashboard/routes'
import { queryRoutes } from '@recado/query-api/routes'
import { assistantPages } from './assistant-pages.ts'
import { asyncapiDocument } from './asyncapi.ts'
import { cloudEvent } from './cloud-event.ts'
import { eventsPage } from './events-page.ts'
import { factChannels } from './fact-channels.ts'
import type { FactType } from './fact-types.ts'
import { publishedFact } from './published-fact.ts'
import { withReplyExamples } from './reply-examples.ts'
import type { Schema } from './schema.ts'
import { type SchemaFile, schemaFile } from './schema-file.ts'
import { simulatorPage } from './simulator-page.ts'
import { webhookChannels, webhookComponents } from './webhook-channels.ts'
import { webhookDocuments } from './webhook-documents.ts'
import { webhookTypes } from './webhook-schemas.ts'

/** Every generated document as text, by its name in docs/. @param exemplars data of every fact, by its type */
export function generatedDocuments(
  facts: readonly FactType[],
  exemplars: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> {
  const unread = Object.keys(exemplars).filter((type) => facts.every(({ name }) => name !== type))
  if (unread.length > 0) throw new Error(`no types were read of ${unread.join(', ')}`)
  const webhooks = webhookTypes(webhookDocuments)
  const published = Object.fromEntries(
    facts.map((fact) => [fact.name, withExemplar(fact, exemplars[fact.name])]),
  )
  const schemas = schemaFile(published, webhooks)
  const onNats = webhooks.filter(({ name }) => !isOptIn(name))
  const posted = webhookComponents(onNats)
  const channels = [...webhookChannels(onNats), ...factChannels(facts)]
  const asyncapi = asyncapiDocument(channels, { ...posted, CloudEvent: cloudEvent, ...published })
  const api = openapi(schemas)
  return {
    'openapi.json': json(api),
    ...assistantPages(api),
    'simulator.md': simulatorPage(),
    'dashboard-openapi.json': json(dashboardOpenapi()),
    'schemas.json': json(schemas),
    'asyncapi.json': json(asyncapi),
    'events.md': eventsPage({ facts, webhooks, schemas: published, envelope: cloudEvent }),
  }
}

function withExemplar(fact: FactType, exemplar: unknown): Schema {
  if (exemplar === undefined)
    throw new Error(`${fact.name} needs an exemplar in test/examples/every-fact.ts`)
  const withheld = { personal: personalFields(fact.name), raw: rawFields(fact.name) }
  return { ...publishedFact(fact, withheld), examples: [exemplar] }
}

function openapi({ facts }: SchemaFile): object {
  const routes = [...queryRoutes, ...commandRoutes.api]
  const document = openapiDocument({ routes, problem: Problem, webhooks: webhookDocuments })
  const { openapi, info } = document
  return withReplyExamples(withExamples(document), {
    getSchema: facts.StageRemoved,
    getOpenapiDocument: { openapi, info, paths: {} },
  })
}

function dashboardOpenapi(): object {
  const routes = [...dashboardQueryRoutes, ...commandRoutes.dashboard, ...simulateRoutes]
  return withExamples(dashboardDocument({ routes, problem: Problem, webhooks: {} }))
}

function withExamples(document: object): object {
  const { components } = document as { components?: { schemas?: Record<string, object> } }
  for (const [name, { value }] of Object.entries(examples)) {
    const schema = components?.schemas?.[name]
    if (schema !== undefined) Object.assign(schema, { examples: [value] })
  }
  return document
}

function json(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`
}
