import { Later } from './later.tsx'

/** A QR code, dark on light in every theme because cameras need that. The encoder is loaded on first use. */
export function QrCode({ value, label }: { value: string; label: string }) {
  return (
    <Later
      of={value}
      load={() => codeOf(value)}
      placeholder={<div class="qr" role="img" aria-label={label} />}
    >
      {({ size, path }) => (
        <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
          <path d={path} shape-rendering="crispEdges" />
        </svg>
      )}
    </Later>
  )
}

type Code = { readonly size: number; readonly path: string }

async function codeOf(value: string): Promise<Code> {
  const { encode } = await import('uqr')
  const { data, size } = encode(value, { ecc: 'L', border: 4 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  return { size, path: path.join('') }
}
