"""Countries that only the senders of `world_*` live in, and what those papers have in common. All of it is made up."""

from tests.generator.lands import Land
from tests.generator.places import COMMAS, DOTS
from tests.generator.registry import Truth

WORLD_LANDS = {
    land.code: land
    for land in (
        Land(
            "AR",
            "es",
            "ARS",
            (DOTS,),
            ("%d/%m/%Y",),
            "Algarrobo Norte|Carancho|El Ceibal|Hornerito|La Tranquera|Quebracho Viejo",
            ("{} S.A.", "{} S.R.L.", "{} SAS", "Distribuidora {} S.R.L."),
            ("Av. Rivadavia #### Piso # Dpto. @", "Calle 1## Nro. ###", "Ruta 8 Km ##"),
            ("Pilarense, Buenos Aires", "Rosarina, Santa Fe", "Ciudad Autónoma de Buenos Aires"),
            ("30-########-#", "33-########-9"),
            "Julieta Ferreyra|Hernán Bustos",
            "011 4###-####",
        ),
        Land(
            "EG",
            "en",
            "EGP",
            (COMMAS,),
            ("%d/%m/%Y", "%d-%m-%Y", "%d %B %Y"),
            "Delta Lotus|El Noor|Horus Gate|Nile Papyrus|Sphinx Modern",
            ("{} S.A.E.", "{} Co. for Trading", "{} for Engineering Industries", "{} L.L.C."),
            ("## El Gomhoria St.", "Plot ###, Zone A#, 3rd Industrial Area", "# El Tayaran St., Floor #"),
            ("Nasr Town, Cairo, Egypt", "10th of Ramadan, Sharqia, Egypt", "Smouhat, Alexandria, Egypt"),
            ("###-###-###",),
            "Eng. Hossam Fathy|Dina Shoukry",
            "+20 2 2### ####",
        ),
        Land(
            "EC",
            "es",
            "USD",
            (COMMAS,),
            ("%d/%m/%Y",),
            "Chimborazo Verde|Flor de Sierra|Guayabal|Mitad Andina|Puerto Claro",
            ("{} S.A.", "{} CIA. LTDA.", "COMERCIAL {} S.A.S.", "IMPORTADORA {} C.A."),
            ("AV. AMERICA N##-### Y COLON", "CDLA. LA GARZA MZ. # SOLAR ##", "KM #.5 VIA A DAULE"),
            ("QUITO ALTO", "GUAYAQUIL NORTE", "CUENCA BAJA"),
            ("179#######001", "099#######001"),
            "Gabriela Zambrano|Diego Cevallos",
            "(02) 2##-####",
        ),
        Land(
            "IL",
            "en",
            "ILS",
            (COMMAS,),
            ("%d/%m/%Y", "%d/%m/%y", "%d.%m.%Y"),
            "Carmel Ridge|Etrog|Galim|Negev Bloom|Shaked|Tamar Systems",
            ("{} Ltd.", "{} Technologies Ltd", "{} (2011) Ltd.", "{}"),
            ("## HaRakefet St.", "# HaMelacha St., PO Box ####", "1## Derech Hayam, Floor #"),
            ("Holonit 58#####", "Haifat 33#####, Israel", "Tel Arava 67#####"),
            ("51#######",),
            "Noa Ben-Shalev|Yossi Amrani",
            "0#-#######",
        ),
    )
}


def by_term(truth: Truth) -> Truth:
    """Only 'Net 30' is printed: a reader may count the days, or leave the due date empty."""
    due = truth["invoice"]["due_date"]
    return {**truth, "invoice": {**truth["invoice"], "due_date": [due, None]}}
