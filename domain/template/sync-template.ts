import type { Decide } from '../decision.ts'
import type { TemplateEvent, TemplateSynced } from './events.ts'
import type { Template } from './template.ts'
import { isGone } from './template-status.ts'

export type SyncTemplate = Omit<TemplateSynced['data'], 'synced_at'> & { at: string }

export const syncTemplate: Decide<SyncTemplate, Template, TemplateEvent> = (
  { at, ...listed },
  state,
) => {
  const { template_id, provider_status, rejected_reason } = listed
  if (isGone(provider_status))
    return state === null
      ? []
      : [{ type: 'TemplateRemoved', data: { template_id, removed_at: at } }]
  if (state === null || contentOf(state) !== contentOf(listed))
    return [{ type: 'TemplateSynced', data: { ...listed, synced_at: at } }]
  if (state.provider_status === provider_status && state.rejected_reason === rejected_reason)
    return []
  const data = { template_id, provider_status, rejected_reason, changed_at: at }
  return [{ type: 'TemplateStatusChanged', data }]
}

/** The content of a listing, as a text to compare. */
function contentOf(of: NonNullable<Template>): string {
  const { category, parameter_format, components, variables, provider_template_id } = of
  return canonical([category, parameter_format, components, variables, provider_template_id])
}

// Keys are sorted, because read models keep objects with their keys in another order.
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
}
