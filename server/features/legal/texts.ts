import type { WithdrawalScope } from '#contract/withdrawals.ts'
import type { Locale } from '#messages/runtime'

/**
 * A legal document. The server replaces `{brand}` in the text by the brand name, and `{withdrawal}` by the paragraph
 * about the right of withdrawal.
 */
export interface LegalDocument {
  title: string
  sections: { heading: string; paragraphs: string[] }[]
}

export const LEGAL_DOCUMENT_NAMES = ['terms', 'privacy'] as const
export type LegalDocumentName = (typeof LEGAL_DOCUMENT_NAMES)[number]

/**
 * The days on which the texts were last changed. The day is printed into the document as its date, and each order keeps
 * the day of the terms that were published when it was made. A test fails if a text changes and its day does not.
 */
export const LEGAL_VERSIONS: Record<LegalDocumentName, string> = {
  terms: '2026-11-26',
  privacy: '2026-11-27',
}

/**
 * The paragraph of the terms about the right of withdrawal. The server replaces `{days}` by the length of the period.
 */
export const WITHDRAWAL_PARAGRAPHS: Record<WithdrawalScope, Record<Locale, string>> = {
  always: {
    es: 'Podés arrepentirte dentro de los {days} días corridos desde que recibís el archivo, sin explicar por qué y aunque ya lo hayas descargado. Si el último día es sábado o domingo, tenés hasta el lunes. Si el producto tiene una garantía de quien vende, durante esos días también te devolvemos el dinero, aunque lo hayas descargado. Se hace con el botón de arrepentimiento, que está al pie de todas las páginas y en tu pedido.',
    en: 'You can change your mind within {days} calendar days after you get the file, without giving a reason and even if you have downloaded it. If the last day is a Saturday or a Sunday, you have until Monday. If the product has a guarantee of its seller, you also get your money back during those days, even if you have downloaded it. Use the withdrawal button at the bottom of every page and on your order.',
  },
  until_download: {
    es: 'Podés arrepentirte dentro de los {days} días corridos desde que recibís el archivo, sin explicar por qué, mientras no lo descargues. Si el último día es sábado o domingo, tenés hasta el lunes. Si el producto tiene una garantía de quien vende, durante esos días también te devolvemos el dinero, aunque lo hayas descargado. Se hace con el botón de arrepentimiento, que está al pie de todas las páginas y en tu pedido.',
    en: 'You can change your mind within {days} calendar days after you get the file, without giving a reason, as long as you have not downloaded it. If the last day is a Saturday or a Sunday, you have until Monday. If the product has a guarantee of its seller, you also get your money back during those days, even if you have downloaded it. Use the withdrawal button at the bottom of every page and on your order.',
  },
}

/**
 * The default terms and privacy policy. The settings TERMS_PDF_URL and PRIVACY_PDF_URL link to other documents instead.
 */
export const LEGAL_DOCUMENTS: Record<LegalDocumentName, Record<Locale, LegalDocument>> = {
  terms: {
    es: {
      title: 'Términos y condiciones',
      sections: [
        {
          heading: 'Qué es {brand}',
          paragraphs: [
            '{brand} es un lugar donde creadores venden archivos digitales y cualquier persona los compra. Quien vende es el creador; nosotros ponemos la vidriera, el cobro por MercadoPago y la entrega del archivo.',
          ],
        },
        {
          heading: 'Si comprás',
          paragraphs: [
            'No hace falta una cuenta: alcanza con un email. El pago se hace en MercadoPago y llega directo a la cuenta de quien vende.',
            'Cuando el pago se aprueba te mandamos un enlace. Cada archivo se puede descargar 10 veces durante 30 días, y podés pedir un enlace nuevo con el mismo email.',
            '{withdrawal}',
            'Si el pago se devuelve o se desconoce, el enlace deja de funcionar.',
            'Lo que comprás es para tu uso. No podés revenderlo ni publicarlo, salvo que quien lo hizo te lo permita.',
          ],
        },
        {
          heading: 'Si vendés',
          paragraphs: [
            'Solo podés publicar lo que hiciste vos o tenés derecho a vender. No se publica nada ilegal, que engañe o que dañe a otras personas.',
            'Usarlo es gratis. De cada venta se descuenta una comisión según el precio del producto, que se muestra antes de publicar. MercadoPago cobra aparte su propio costo.',
            'Tenés 1 GB de espacio. Si retirás un producto, quienes ya lo compraron conservan su archivo.',
            'Si alguien se arrepiente dentro del plazo o de la garantía que diste, el dinero se devuelve solo desde tu cuenta de MercadoPago. Si te lo pide después, tenés 5 días hábiles para aceptar o no, con un motivo; si no respondés, se devuelve.',
            'Si MercadoPago no puede hacer una devolución de ese tipo durante más de cinco días, por ejemplo porque no hay saldo, tus ventas quedan en pausa hasta que se haga.',
            'Podés cerrar las descargas de un pedido si explicás por qué. Quien compró recibe el motivo y puede recuperar su dinero mientras estén cerradas.',
            'Los impuestos de tus ventas son tu responsabilidad.',
          ],
        },
        {
          heading: 'Lo que podemos hacer',
          paragraphs: [
            'Podemos retirar productos o suspender cuentas que no cumplan estas reglas. Siempre decimos por qué, y lo que ya se compró se sigue pudiendo descargar.',
            'Si cambiamos estos términos, los publicamos acá con su fecha.',
          ],
        },
      ],
    },
    en: {
      title: 'Terms and conditions',
      sections: [
        {
          heading: 'What {brand} is',
          paragraphs: [
            '{brand} is a place where creators sell digital files and anyone can buy them. The creator is the seller; we provide the shop window, the payment by MercadoPago and the delivery of the file.',
          ],
        },
        {
          heading: 'If you buy',
          paragraphs: [
            'You need no account: an email is enough. You pay at MercadoPago, and the money goes straight to the account of the seller.',
            'When the payment is approved we mail you a link. Each file can be downloaded 10 times within 30 days, and you can ask for a new link with the same email.',
            '{withdrawal}',
            'If the payment is refunded or disputed, the link stops working.',
            'What you buy is for your own use. You may not resell or publish it, unless its author lets you.',
          ],
        },
        {
          heading: 'If you sell',
          paragraphs: [
            'You may only publish what you made or have the right to sell. Nothing illegal, misleading or harmful to others is published.',
            'It is free to use. Of each sale a commission is kept that depends on the price of the product; it is shown before you publish. MercadoPago charges its own cost apart.',
            'You have 1 GB of storage. If you withdraw a product, those who bought it keep their file.',
            'If somebody withdraws within the period or the guarantee that you gave, the money is refunded from your MercadoPago account by itself. If they ask later, you have 5 working days to accept or to decline with a reason; if you do not answer, it is refunded.',
            'If MercadoPago cannot make such a refund for more than five days, for instance for lack of balance, your sales are on hold until it is made.',
            'You can close the downloads of an order if you say why. The buyer is told the reason and can get the money back for as long as they are closed.',
            'The taxes on your sales are your responsibility.',
          ],
        },
        {
          heading: 'What we may do',
          paragraphs: [
            'We may take down products or suspend accounts that break these rules. We always say why, and what was bought can still be downloaded.',
            'If we change these terms, we publish them here with their date.',
          ],
        },
      ],
    },
  },
  privacy: {
    es: {
      title: 'Política de privacidad',
      sections: [
        {
          heading: 'Qué guardamos',
          paragraphs: [
            'De quien compra: el email, qué compró, cuándo y cómo terminó el pago. Los datos de la tarjeta los ve solo MercadoPago; a nosotros nunca nos llegan.',
            'De quien vende: el email, la contraseña de forma que nadie puede leerla, el perfil público, los productos y el permiso para cobrar por MercadoPago, cifrado.',
            'De cada descarga: cuándo se hizo y desde qué navegador, para responder si alguien desconoce la compra.',
            'De cada sesión: desde qué dirección y navegador se abrió, para que puedas reconocerla y cerrarla.',
          ],
        },
        {
          heading: 'Para qué',
          paragraphs: [
            'Para entregar lo que se compró, mostrarle sus ventas a quien vende, proteger las cuentas y cumplir la ley. No vendemos tus datos ni los usamos para publicidad.',
            'Quien vende ve el email de quien compra tapado: lo justo para reconocer un pedido.',
            'También ve, sumado, desde qué red, enlace o campaña llegaron las visitas y las ventas. Lo guardamos con el pedido, sin nada que diga quién visitó. Si tu navegador pide que no se te siga (Global Privacy Control), no lo registramos.',
            'Quien vende puede pedirnos que informemos sus ventas a servicios que miden publicidad (Meta, TikTok y Google). Les mandamos el identificador del pedido, la fecha, el importe, la moneda, los productos y la dirección de la página del producto, y nada que diga quién compró. Si tu navegador pide que no se te siga, no informamos tu pedido.',
            'A quien compra le escribimos sobre su pedido, y como mucho una vez por pedido para recordarle que puede reseñarlo. Ese recordatorio tiene un enlace para no recibir más.',
          ],
        },
        {
          heading: 'Cookies',
          paragraphs: [
            'Usamos las necesarias para que ingreses, para reconocer durante una semana el navegador con el que compraste, y para recordar tu idioma y el tema claro u oscuro.',
            'Cómo llegaste (el enlace y el sitio donde estaba) queda siete días en tu navegador, sin cookies, y lo recibimos con tus visitas a productos y tus compras.',
          ],
        },
        {
          heading: 'Tus derechos',
          paragraphs: [
            'Podés ver, corregir y borrar tus datos. Si cerrás tu cuenta borramos lo personal; lo que vendiste queda disponible para quienes lo compraron.',
          ],
        },
      ],
    },
    en: {
      title: 'Privacy policy',
      sections: [
        {
          heading: 'What we keep',
          paragraphs: [
            'Of buyers: the email, what was bought, when, and how the payment ended. Card data are seen by MercadoPago alone; they never reach us.',
            'Of sellers: the email, the password in a form nobody can read, the public profile, the products, and the permission to charge by MercadoPago, encrypted.',
            'Of each download: when it was made and by which browser, to answer if somebody disputes the purchase.',
            'Of each session: the address and browser it was opened from, so that you can recognise and close it.',
          ],
        },
        {
          heading: 'What for',
          paragraphs: [
            'To deliver what was bought, to show sellers their sales, to protect accounts and to obey the law. We do not sell your data nor use them for advertising.',
            'Sellers see the email of buyers masked: just enough to recognise an order.',
            'They also see, summed up, from which network, link or campaign visits and sales came. We keep it with the order, without anything that says who visited. If your browser asks not to be tracked (Global Privacy Control), we do not record it.',
            'Sellers can ask us to report their sales to services that measure ads (Meta, TikTok and Google). We send them the identifier of the order, the date, the amount, the currency, the products and the address of the product page, and nothing that says who bought. If your browser asks not to be tracked, we do not report your order.',
            'We email buyers about their order, and at most once per order to remind them that they can review it. That reminder has a link to stop them.',
          ],
        },
        {
          heading: 'Cookies',
          paragraphs: [
            'We use those needed to sign you in, to recognise for a week the browser you bought with, and to remember your language and the light or dark theme.',
            'How you came (the link and the site it was on) stays in your browser for seven days, without cookies, and reaches us with your visits to products and your purchases.',
          ],
        },
        {
          heading: 'Your rights',
          paragraphs: [
            'You can see, correct and erase your data. If you close your account we erase what is personal; what you sold stays available to those who bought it.',
          ],
        },
      ],
    },
  },
}
