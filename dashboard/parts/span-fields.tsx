import { text } from '../text/choose.ts'
import { MomentField } from './moment-field.tsx'

/** The fields for a list's filters `since` and `until`. */
export function SpanFields(props: {
  query: Readonly<Record<string, string>>
  onChange: (name: string, value: string) => void
}) {
  const { deliveries } = text()
  const field = (name: 'since' | 'until') => (
    <MomentField
      label={deliveries[name]}
      value={props.query[name] ?? ''}
      onChange={(value) => props.onChange(name, value)}
    />
  )
  return (
    <>
      {field('since')}
      {field('until')}
    </>
  )
}
