"""Operations that rank services over time."""
