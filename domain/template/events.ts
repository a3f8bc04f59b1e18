import type { FieldClasses } from '../field-classes.ts'

/** A template as the provider lists it. */
export type TemplateContent = {
  category: string
  /** POSITIONAL or NAMED. */
  parameter_format: string
  /** Native components, for showing what a send says. */
  components: object[]
  /** What must be filled in, in order header, body, buttons. */
  variables: string[]
}

/**
 * The provider lists the template with this content: new, changed, or there again. Stream: uuid of account + WABA +
 * name + language.
 */
export type TemplateSynced = {
  type: 'TemplateSynced'
  data: TemplateContent & {
    template_id: string
    waba_id: string
    name: string
    language: string
    /** The provider's own id of it. */
    provider_template_id: string
    /** As the provider says it: the four values of the API lose information. */
    provider_status: string
    rejected_reason: string | null
    synced_at: string
  }
}

/** The provider judges or uses the template otherwise than before. */
export type TemplateStatusChanged = {
  type: 'TemplateStatusChanged'
  data: {
    template_id: string
    provider_status: string
    rejected_reason: string | null
    changed_at: string
  }
}

/** The provider lists the template no longer, or as deleted or archived. */
export type TemplateRemoved = {
  type: 'TemplateRemoved'
  data: { template_id: string; removed_at: string }
}

export type TemplateEvent = TemplateSynced | TemplateStatusChanged | TemplateRemoved

/** Which fields of each fact are personal or raw. */
export const TEMPLATE_FIELDS = {
  TemplateSynced: {
    components: 'raw',
    waba_id: 'plain',
    name: 'plain',
    language: 'plain',
    category: 'plain',
    parameter_format: 'plain',
    variables: 'plain',
    provider_template_id: 'plain',
    provider_status: 'plain',
    rejected_reason: 'plain',
  },
  TemplateStatusChanged: { provider_status: 'plain', rejected_reason: 'plain' },
  TemplateRemoved: {},
} satisfies FieldClasses<TemplateEvent>
