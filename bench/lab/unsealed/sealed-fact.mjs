// biome-ignore lint/performance/noBarrelFile: it stands in for a module
export {
  erasedData,
  isSealed,
  mostSealedBytes,
  openData,
  sealData,
} from '@recado/infra/sealing/sealed-fact'

/** No fact has anything: facts are then stored as they are, and read without a key. */
export function hasSealable() {
  return false
}
