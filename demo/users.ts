/**
 * The password of every demo account. It is public, which is safe because demo data are never created in production.
 */
export const DEMO_PASSWORD = 'Kiosko-2026'

const DOMAIN = 'kiosko.test'

/** A demo user, with the values of the fields of the public profile. */
export interface DemoUser {
  email: string
  username: SellerUsername | 'kiosquero'
  bio: string
  /** The id of the simulated MercadoPago account to link. A seller without one cannot sell yet. */
  collectorId?: string
  webpage?: string
  twitter?: string
  facebook?: string
  linkedIn?: string
  displayName?: string
  contactEmail?: string
  whatsapp?: string
  instagram?: string
  tiktok?: string
  youtube?: string
}

export type SellerUsername =
  | 'cocinasur'
  | 'loopsandinos'
  | 'papelytinta'
  | 'numerosclaros'
  | 'ovillo'
  | 'aulaabierta'

/** The six fictional sellers. The MercadoPago simulator has accounts with their collector ids from the start. */
export const DEMO_SELLERS: (DemoUser & { username: SellerUsername })[] = [
  {
    email: `marta@${DOMAIN}`,
    username: 'cocinasur',
    bio: 'Cocino y escribo desde Rosario. Recetas que se pueden hacer un martes.',
    collectorId: '2147483642',
    webpage: 'https://cocinasur.example',
    displayName: 'Cocina del Sur',
    contactEmail: 'hola@cocinasur.example',
    whatsapp: '+5493415550142',
    instagram: 'cocinasur',
    facebook: 'cocinasur',
    twitter: 'cocinasur',
  },
  {
    email: `inti@${DOMAIN}`,
    username: 'loopsandinos',
    bio: 'Charanguista y productor. Grabo en Jujuy lo que suena a tres mil metros.',
    collectorId: '2147483643',
    displayName: 'Inti Choque',
    webpage: 'https://loopsandinos.example',
    youtube: 'loopsandinos',
    twitter: 'loopsandinos',
  },
  {
    email: `julieta@${DOMAIN}`,
    username: 'papelytinta',
    bio: 'Diseño marcas, letras y láminas. Primero en papel, después en pantalla.',
    collectorId: '2147483644',
    webpage: 'https://papelytinta.example',
    linkedIn: 'papelytinta',
    twitter: 'papelytinta',
  },
  {
    email: `ramiro@${DOMAIN}`,
    username: 'numerosclaros',
    bio: 'Contador con paciencia. Planillas que se entienden a la primera.',
    collectorId: '2147483645',
    linkedIn: 'numerosclaros',
    facebook: 'numerosclaros',
  },
  {
    email: `nilda@${DOMAIN}`,
    username: 'ovillo',
    bio: 'Tejo desde los siete años y enseño desde los treinta.',
    facebook: 'ovillodenilda',
  },
  {
    email: `damian@${DOMAIN}`,
    username: 'aulaabierta',
    bio: 'Maestro de grado. Comparto lo que funciona en mi aula.',
    webpage: 'https://aulaabierta.example',
  },
]

/** The admin of the demo. */
export const DEMO_ADMIN: DemoUser = {
  email: `admin@${DOMAIN}`,
  username: 'kiosquero',
  bio: 'Abro la persiana, miro que todo ande y contesto los mensajes.',
}

/** Lists the email and role of each demo account; `npm start` prints them. */
export function listDemoLogins(): { email: string; role: string }[] {
  return [
    ...DEMO_SELLERS.map(({ email, username, collectorId }) => ({
      email,
      role: `seller @${username}${collectorId ? '' : ', no payment account yet'}`,
    })),
    { email: DEMO_ADMIN.email, role: 'admin' },
  ]
}
