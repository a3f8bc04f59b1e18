import { z } from 'zod'
import { textOf } from '../bounds.ts'
import { byType } from './by-type.ts'
import { NativeFile } from './file.ts'

const named = { parameter_name: z.string().min(1).optional() }

export const TemplateParameter = byType({
  text: z.looseObject({ type: z.literal('text'), text: textOf(1, 32768), ...named }),
  currency: z.looseObject({
    type: z.literal('currency'),
    currency: z.looseObject({
      fallback_value: z.string().min(1),
      code: z.string().regex(/^[A-Za-z]{3}$/, 'must be an ISO 4217 code'),
      amount_1000: z.int(),
    }),
    ...named,
  }),
  date_time: z.looseObject({
    type: z.literal('date_time'),
    date_time: z.looseObject({ fallback_value: z.string().min(1) }),
    ...named,
  }),
  image: z.looseObject({ type: z.literal('image'), image: NativeFile }),
  video: z.looseObject({ type: z.literal('video'), video: NativeFile }),
  document: z.looseObject({ type: z.literal('document'), document: NativeFile }),
  payload: z.looseObject({ type: z.literal('payload'), payload: z.string() }),
  coupon_code: z.looseObject({ type: z.literal('coupon_code'), coupon_code: z.string().min(1) }),
})
