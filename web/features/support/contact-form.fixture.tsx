import { ContactForm } from './contact-form.tsx'

export const Contact = () => <ContactForm />
