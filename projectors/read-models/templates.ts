import { templatesOfAccount } from '@recado/application/read-models/lists/templates'
import type { Template } from '@recado/contract/template'
import type { ProviderEventEvent } from '@recado/domain/provider-event/events'
import type { RetentionApplied } from '@recado/domain/retention/events'
import type { TemplateEvent, TemplateSynced } from '@recado/domain/template/events'
import { type TemplateStatus, templateStatus } from '@recado/domain/template/template-status'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import type { ProviderKinds } from '@recado/infra/providers/provider'
import { type Projection, projection, type Rows } from '../engine/projection.ts'
import { table } from '../engine/table.ts'
import { keepList, totalOf } from './keep-list.ts'

type TemplateRow = Omit<TemplateSynced['data'], 'template_id' | 'synced_at'> & {
  readonly id: string
  readonly account_id: string
  readonly status: TemplateStatus
  readonly updated_at: string
  readonly changed: number
  readonly account_pos: number
}

type TemplateChangeRow = {
  readonly id: string
  readonly position: number
  readonly account_id: string | null
  readonly received_at: string
}

const templates = table<TemplateRow>({
  name: 'templates',
  lists: [keepList(templatesOfAccount, { movesWith: 'changed', clamp: 'updated_at' })],
  docs: { doc: templateDoc },
})

const templateChanges = table<TemplateChangeRow>({ name: 'template_news' })

/** The template as the API shows it. Labels of our own do not exist yet, so its name is the provider's. */
function templateDoc(row: TemplateRow): Template {
  return {
    id: row.id,
    name: row.name,
    meta_template_name: row.name,
    category: row.category,
    language: row.language,
    status: row.status,
    provider_status: row.provider_status,
    variables: row.variables,
    updated_at: row.updated_at,
  }
}

export function templatesProjection(providers: ProviderKinds): Projection {
  return projection<TemplateEvent | ProviderEventEvent | RetentionApplied>({
    name: 'templates',
    tables: [templates, templateChanges],
    ddl: new URL('./templates.sql', import.meta.url),
    needs: {
      TemplateSynced: ({ data, metadata }) => [
        [templates, data.template_id],
        totalOf(templatesOfAccount, metadata.account_id),
      ],
      TemplateStatusChanged: ({ data }) => [[templates, data.template_id]],
    },
    on: {
      TemplateSynced: async (event, rows) => {
        await rows.get(templates, event.data.template_id)
        rows.put(templates, templateRow(event))
      },
      TemplateStatusChanged: async ({ data, position }, rows) => {
        const row = await rows.get(templates, data.template_id)
        if (row === undefined) return
        const { provider_status, rejected_reason, changed_at: updated_at } = data
        const status = templateStatus(provider_status)
        const changed = { status, provider_status, rejected_reason, updated_at }
        rows.put(templates, { ...row, ...changed, changed: Number(position) })
      },
      TemplateRemoved: async ({ data }, rows) => {
        if ((await rows.get(templates, data.template_id)) !== undefined)
          rows.remove(templates, data.template_id)
      },
      ProviderEventReceived: ({ data, position, metadata }, rows) => {
        const { source, event, connection_id, received_at } = data
        const isOfTemplates = providers.get(source)?.templateEvents?.test(event)
        if (connection_id === null || !isOfTemplates) return undefined
        const { account_id } = metadata
        const told = { position: Number(position), account_id, received_at }
        return noteChange(rows, { id: connection_id, ...told })
      },
      ProviderPayloadReceived: null,
      ProviderEventReduced: null,
      ProviderPostReceived: null,
      RetentionApplied: forgetOld,
    },
  })
}

function templateRow({ data, metadata, position }: RecordedEvent<TemplateSynced>): TemplateRow {
  const { template_id: id, synced_at: updated_at, ...listed } = data
  return {
    ...listed,
    id,
    account_id: metadata.account_id as string,
    status: templateStatus(listed.provider_status),
    updated_at,
    changed: Number(position),
    account_pos: 0,
  }
}

async function noteChange(rows: Rows, change: TemplateChangeRow): Promise<void> {
  await rows.get(templateChanges, change.id)
  rows.put(templateChanges, change)
}

async function forgetOld({ data }: RecordedEvent<RetentionApplied>, rows: Rows): Promise<void> {
  const { account_id: value, category, before } = data
  if (category !== 'providerEvent' || value === null) return
  const span = { key: 'account_id', value, time: 'received_at', before } as const
  const old = await rows.findBefore(templateChanges, span)
  for (const { id } of old) rows.remove(templateChanges, id)
}
