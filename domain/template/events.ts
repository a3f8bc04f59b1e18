import type { FieldClasses } from '../field-classes.ts'

/** A template as the provider lists it. */
export type TemplateContent = {
  category: string
  /** POSITIONAL or NAMED. */
  parameter_format: string
  /** Native components, from which the text of a send is made. */
  components: object[]
  /** The variables that a send must fill, in order header, body, buttons. */
  variables: string[]
}

/** The provider lists this template: new, changed, or again. Stream: uuid of account, WABA, name and language. */
export type TemplateSynced = {
  type: 'TemplateSynced'
  data: TemplateContent & {
    template_id: string
    waba_id: string
    name: string
    language: string
    /** The provider's own id of the template. */
    provider_template_id: string
    /** As the provider names it, which is more exact than the four values of the API. */
    provider_status: string
    rejected_reason: string | null
    synced_at: string
  }
}

/** The provider changed the status of the template, or the reason of its rejection. */
export type TemplateStatusChanged = {
  type: 'TemplateStatusChanged'
  data: {
    template_id: string
    provider_status: string
    rejected_reason: string | null
    changed_at: string
  }
}

/** The provider no longer lists the template, or lists it as deleted or archived. */
export type TemplateRemoved = {
  type: 'TemplateRemoved'
  data: { template_id: string; removed_at: string }
}

export type TemplateEvent = TemplateSynced | TemplateStatusChanged | TemplateRemoved

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
