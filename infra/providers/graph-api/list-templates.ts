import { asRecord, asRecords, asText } from '@recado/domain/provider-event/loose-json'
import type { ConnectionEntry } from '../../registry-entries.ts'
import { providerId } from '../bounded-answer.ts'
import type { NotOk, ProviderResult } from '../provider-result.ts'
import type { ListedTemplate, TemplateList } from '../template-calls.ts'
import type { GraphCalls } from './graph-calls.ts'

const FIELDS = 'id,name,language,status,category,components,parameter_format,rejected_reason'
const PAGE = 100
/** Enough for Meta's 6,000 templates in pages of 25; more mean that its cursors go round in circles. */
const MAX_PAGES = 240
const MAX_COMPONENTS_LENGTH = 256 * 1024

/** All templates of a WABA (`GET /{waba_id}/message_templates`), or none: half a list would look like removals. */
export async function listTemplates(
  graph: Pick<GraphCalls, 'call'>,
  connection: ConnectionEntry,
): Promise<ProviderResult<TemplateList>> {
  const pages: Page[] = []
  const base = `/${connection.waba_id}/message_templates?fields=${FIELDS}&limit=${PAGE}`
  let path = base
  while (pages.length < MAX_PAGES) {
    const result = await graph.call(connection, { method: 'GET', path })
    if (result.kind !== 'ok') return result
    const page = readPage(result.value)
    if (typeof page === 'string') return incompleteList(page)
    pages.push(page)
    if (page.after === null) return { kind: 'ok', value: joinPages(pages) }
    path = `${base}&after=${encodeURIComponent(page.after)}`
  }
  return incompleteList(`it does not end within ${MAX_PAGES} pages`)
}

type Json = Readonly<Record<string, unknown>>
type TemplateKey = TemplateList['unusable'][number]
/** `after`: the cursor of the next page, null on the last one. */
type Page = TemplateList & { readonly after: string | null }

/** @returns the page, or why it cannot be read completely */
function readPage({ data, paging }: Json): Page | string {
  if (!Array.isArray(data)) return 'a page has no list of templates'
  const templates: ListedTemplate[] = []
  const unusable: TemplateKey[] = []
  for (const told of data.map(asRecord)) {
    const key = keyOf(told)
    if (key === null) return 'a template has no name or no language'
    const template = readTemplate(key, told)
    if (template === null) unusable.push(key)
    else templates.push(template)
  }
  const { next, cursors } = asRecord(paging)
  const after = asText(asRecord(cursors).after)
  // The last page has a cursor too, but no `next`.
  if (asText(next) === null) return { templates, unusable, after: null }
  return after === null
    ? 'a page does not say where the next one begins'
    : { templates, unusable, after }
}

function joinPages(pages: readonly Page[]): TemplateList {
  return {
    templates: pages.flatMap(({ templates }) => templates),
    unusable: pages.flatMap(({ unusable }) => unusable),
  }
}

function incompleteList(details: string): NotOk {
  const title = 'The list of templates is incomplete'
  return { kind: 'failed', error: { code: 'incomplete_list', class: 'retry', title, details } }
}

function keyOf(told: Json): TemplateKey | null {
  const [name, language] = [told.name, told.language].map(asText).map(providerId)
  return name && language ? { name, language } : null
}

function readTemplate(key: TemplateKey, told: Json): ListedTemplate | null {
  const { id, status, category, parameter_format, components } = told
  const provider_template_id = providerId(asText(id))
  if (provider_template_id === null) return null
  // Far longer than Meta allows, and than one fact can hold.
  if (JSON.stringify(components ?? []).length > MAX_COMPONENTS_LENGTH) return null
  const reason = asText(told.rejected_reason)
  return {
    ...key,
    provider_template_id,
    provider_status: asText(status) ?? 'PENDING',
    category: asText(category) ?? 'UTILITY',
    parameter_format: asText(parameter_format) ?? 'POSITIONAL',
    components: [...asRecords(components)],
    rejected_reason: reason === 'NONE' ? null : reason,
  }
}
