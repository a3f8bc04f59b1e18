import { z } from 'zod'
import { textOf } from '../bounds.ts'
import { byType, typeField } from './by-type.ts'
import { NativeFile } from './file.ts'

const named = {
  parameter_name: z
    .string()
    .min(1)
    .optional()
    .describe('The name of the variable, in templates whose variables have names.'),
}

const SHOWN_INSTEAD = 'Shown where the phone cannot format the value.'

const file = NativeFile.describe('The file of the header.')

export const TemplateParameter = byType({
  text: z.looseObject({
    type: typeField('text'),
    text: textOf(1, 32768).describe('The value of the variable.'),
    ...named,
  }),
  currency: z.looseObject({
    type: typeField('currency'),
    currency: z
      .looseObject({
        fallback_value: z.string().min(1).describe(SHOWN_INSTEAD),
        code: z
          .string()
          .regex(/^[A-Za-z]{3}$/, 'must be an ISO 4217 code')
          .describe('ISO 4217.'),
        amount_1000: z.int().describe('The amount times 1000.'),
      })
      .describe('An amount of money, which the phone formats.'),
    ...named,
  }),
  date_time: z.looseObject({
    type: typeField('date_time'),
    date_time: z
      .looseObject({ fallback_value: z.string().min(1).describe(SHOWN_INSTEAD) })
      .describe('A day or a time.'),
    ...named,
  }),
  image: z.looseObject({ type: typeField('image'), image: file }),
  video: z.looseObject({ type: typeField('video'), video: file }),
  document: z.looseObject({ type: typeField('document'), document: file }),
  payload: z.looseObject({
    type: typeField('payload'),
    payload: z.string().describe('Comes back when the person presses the button.'),
  }),
  coupon_code: z.looseObject({
    type: typeField('coupon_code'),
    coupon_code: z.string().min(1).describe('What the button copies.'),
  }),
})
