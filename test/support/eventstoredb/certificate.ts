import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate } from 'selfsigned'

/** A certificate of an address and a name that nobody has signed, and the file that a client may trust it by. */
export const makeCertificate = async ({ ip = '127.0.0.1', name = 'localhost' } = {}) => {
  const made = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: name },
          { type: 7, ip },
        ],
      },
    ],
  })
  const folder = await mkdtemp(join(tmpdir(), 'certificate '))
  const file = join(folder, 'ca.pem')
  await writeFile(file, made.cert)
  const remove = () => rm(folder, { recursive: true, force: true })
  return { certificate: made.cert, key: made.private, file, remove }
}
