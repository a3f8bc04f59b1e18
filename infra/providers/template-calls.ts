import type { ConnectionEntry } from '../registry-entries.ts'
import type { ProviderResult } from './provider-result.ts'

/** A template in the provider's list. Name and language together are its key. */
export type ListedTemplate = {
  readonly provider_template_id: string
  readonly name: string
  readonly language: string
  readonly provider_status: string
  readonly category: string
  readonly parameter_format: string
  readonly components: object[]
  readonly rejected_reason: string | null
}

/**
 * A provider's whole list.
 * @property unusable templates that exist at the provider, but that a fact cannot hold
 */
export type TemplateList = {
  readonly templates: readonly ListedTemplate[]
  readonly unusable: readonly Pick<ListedTemplate, 'name' | 'language'>[]
}

export type TemplateCalls = {
  /** The whole list of the connection's business account, or none: half a list would look like removals. */
  list(connection: ConnectionEntry): Promise<ProviderResult<TemplateList>>
}
