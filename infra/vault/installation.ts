/** Owns the secrets of the vault that belong to no account, such as those of gateways. */
export const INSTALLATION = 'recado'
