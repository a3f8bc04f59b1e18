import { encode } from 'uqr'

/** A code to scan, dark on light in every theme: cameras want it so. */
export function QrCode({ value, label }: { value: string; label: string }) {
  const { data, size } = encode(value, { ecc: 'L', border: 4 })
  const path = data.map((row, y) =>
    row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join(''),
  )
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path.join('')} shape-rendering="crispEdges" />
    </svg>
  )
}
