import { asRecord, asRecords, asText } from '@recado/domain/provider-event/loose-json'
import type { ConnectionEntry } from '../../registry-entries.ts'
import { providerId } from '../judged-answer.ts'
import type { ProviderResult } from '../provider-result.ts'
import type { ListedTemplate } from '../template-calls.ts'
import type { GraphCalls } from './graph-calls.ts'

const FIELDS = 'id,name,language,status,category,components,parameter_format,rejected_reason'
const PAGE = 100
/** Meta allows 6,000 templates at most; more pages than this mean that its cursors go round in circles. */
const MOST_PAGES = 100
const MAX_COMPONENTS = 256 * 1024

/** All templates of a WABA (`GET /{waba_id}/message_templates`), or none: half a list would look like removals. */
export async function listTemplates(
  graph: Pick<GraphCalls, 'call'>,
  connection: ConnectionEntry,
): Promise<ProviderResult<readonly ListedTemplate[]>> {
  const templates: ListedTemplate[] = []
  const base = `/${connection.waba_id}/message_templates?fields=${FIELDS}&limit=${PAGE}`
  let after: string | null = null
  for (let page = 0; page < MOST_PAGES; page++) {
    const path: string = after === null ? base : `${base}&after=${encodeURIComponent(after)}`
    const result = await graph.call(connection, { method: 'GET', path })
    if (result.kind !== 'ok') return result
    templates.push(...asRecords(result.value.data).flatMap(listed))
    after = nextCursor(result.value)
    if (after === null) break
  }
  return { kind: 'ok', value: templates }
}

/** The cursor of the next page; the last page has a cursor too, but no `next`. */
function nextCursor(body: object): string | null {
  const paging = asRecord(asRecord(body).paging)
  return asText(paging.next) === null ? null : asText(asRecord(paging.cursors).after)
}

function listed(told: Readonly<Record<string, unknown>>): ListedTemplate[] {
  const { id, name, language, status, category, parameter_format, components } = told
  const [provider_template_id, template, spoken] = [id, name, language].map(asText).map(providerId)
  if (!provider_template_id || !template || !spoken) return []
  // Far longer than Meta allows, and than one fact can hold.
  if (JSON.stringify(components ?? []).length > MAX_COMPONENTS) return []
  const reason = asText(told.rejected_reason)
  return [
    {
      provider_template_id,
      name: template,
      language: spoken,
      provider_status: asText(status) ?? 'PENDING',
      category: asText(category) ?? 'UTILITY',
      parameter_format: asText(parameter_format) ?? 'POSITIONAL',
      components: [...asRecords(components)],
      rejected_reason: reason === 'NONE' ? null : reason,
    },
  ]
}
