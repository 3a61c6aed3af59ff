"""When what is bought is paid for."""
