import { z } from 'zod'

const NAME_PARTS = ['first_name', 'last_name', 'middle_name', 'suffix', 'prefix'] as const

const Name = z
  .looseObject({
    formatted_name: z
      .string()
      .regex(/\S/, 'must not be empty')
      .describe('The whole name, as the card shows it.'),
    first_name: text('The given name.'),
    last_name: text('The family name.'),
    middle_name: text('Names between the two.'),
    suffix: text('What follows the name, such as Jr.'),
    prefix: text('What goes before the name, such as Dr.'),
  })
  .refine((name) => NAME_PARTS.some((part) => name[part] !== undefined), {
    error: `must have one of ${NAME_PARTS.join(', ')} beside formatted_name`,
  })

function text(description: string) {
  return z.string().optional().describe(description)
}

const type = text('Such as HOME or WORK.')

const Phone = z.looseObject({
  phone: text('As the card shows it, in any formatting.'),
  type,
  wa_id: text('The number on WhatsApp in digits; with it the card offers to write there.'),
})

const Address = z.looseObject({
  street: text('Street and number.'),
  city: text('Town or city.'),
  type,
})

const Organization = z.looseObject({
  company: text('Where the person works.'),
  department: text('The part of the company.'),
  title: text('What the person does there.'),
})

const ContactCard = z.looseObject({
  name: Name.describe('How the person is called.'),
  phones: z.array(Phone).optional().describe('Phones of the person.'),
  emails: z
    .array(z.looseObject({ email: text('An e-mail address.'), type }))
    .optional()
    .describe('E-mail addresses of the person.'),
  addresses: z.array(Address).optional().describe('Where the person lives or works.'),
  org: Organization.optional().describe('The company of the person.'),
  urls: z
    .array(z.looseObject({ url: text('The address of a page.'), type }))
    .optional()
    .describe('Pages about the person.'),
  birthday: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date, YYYY-MM-DD')
    .optional()
    .describe('YYYY-MM-DD.'),
})

export const ContactCards = z.array(ContactCard).min(1)
export type ContactCards = z.infer<typeof ContactCards>
