/**
 * A connection string and start-up options for node-postgres. In its hands, `options` inside the string would displace
 * those given beside it, so both are joined here; ours stand last and win.
 */
export const addressed = (
  url: string,
  options: readonly string[],
): { readonly connectionString: string; readonly options: string } => {
  const [address = '', ...query] = url.split('?')
  const parameters = new URLSearchParams(query.join('?'))
  const theirs = parameters.get('options')
  parameters.delete('options')
  const rest = parameters.size === 0 ? '' : `?${parameters}`
  return { connectionString: `${address}${rest}`, options: [...(theirs ? [theirs] : []), ...options].join(' ') }
}
